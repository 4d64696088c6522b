-- Publishing an exam scheme has a permission of its own now. Roles that could publish by editing keep it.
INSERT INTO rule (area, pid, type, title, name, built_in, sort_key)
SELECT area, pid, type, 'button_publish', 'baseInfo/exam-scheme/publish', built_in, sort_key || 'V'
FROM rule WHERE area = 'admin' AND name = 'baseInfo/exam-scheme/edit'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO role_rule (role_id, rule_id)
SELECT held.role_id, publish.id
FROM rule publish
JOIN rule edit ON edit.area = publish.area AND edit.name = 'baseInfo/exam-scheme/edit'
JOIN role_rule held ON held.rule_id = edit.id
WHERE publish.area = 'admin' AND publish.name = 'baseInfo/exam-scheme/publish'
ON CONFLICT DO NOTHING;
