DO $$
DECLARE
  recorded text;
BEGIN
  FOREACH recorded IN ARRAY ARRAY['saved_view', 'resource_description'] LOOP
    EXECUTE format('CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION stamp_row()', recorded);
    EXECUTE format('CREATE TRIGGER z_record AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION record_change()', recorded);
  END LOOP;
END $$;
