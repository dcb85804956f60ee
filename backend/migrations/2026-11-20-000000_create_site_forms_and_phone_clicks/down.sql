-- The record of migrations stays closed to everybody but its owner.
DROP TABLE phone_clicks;
DROP FUNCTION session_may_submit;
DROP TABLE site_forms;
