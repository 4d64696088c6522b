-- The deleted rows of tables whose insertions are only counted, by the change set that inserted them: what an undo of that change set
-- leaves alone. Without it, each undo reads all deletions of the table. Other tables may have a column of this name with texts.
CREATE INDEX change_counted_idx ON change ((before ->> 'change_set_id'))
  WHERE operation = 'delete' AND jsonb_typeof(before -> 'change_set_id') = 'number';
