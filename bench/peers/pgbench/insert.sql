INSERT INTO site_forms (full_name, email, phone, message, site_name, visitor_id, session_id, ip_hash, ua, referrer)
VALUES (
    'Jane Miller', 'jane.miller@oakmail.net', '404-555-0123',
    E'Service: Tree Removal\nUrgency: Within a week\nAddress: 12 Oak Street, Decatur, GA 30030\nDetails:\nA large white oak leans over the garage since the storm, and its roots lift the drive. The code of the gate is 1f3a9c05.',
    'canopy-brothers-tree-care', gen_random_uuid(), gen_random_uuid(),
    'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'https://www.google.com/'
)
RETURNING *;
