DROP INDEX site_forms_suspect_idx;
