-- The version of the configuration is the last of its changes. Few changes are of it, so the index stays small, while
-- the table may have millions of others.
CREATE INDEX change_config_idx ON change (id DESC) WHERE table_name = 'config';
