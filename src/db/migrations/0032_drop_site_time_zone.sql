-- What "today" means is decided in code, with the time zone of the site's settings.
DROP FUNCTION site_time_zone();
