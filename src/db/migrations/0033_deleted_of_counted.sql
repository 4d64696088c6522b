-- The deleted rows of tables whose insertions are only counted, by the change set that inserted them: what an undo of that change set
-- leaves alone. Without it, each undo reads all deletions of the table.
CREATE INDEX change_counted_idx ON change (((before ->> 'change_set_id')::bigint)) WHERE operation = 'delete' AND before ? 'change_set_id';
