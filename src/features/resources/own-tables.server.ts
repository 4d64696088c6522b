import { type SQL, sql } from 'drizzle-orm'
import { m } from '#src/i18n/paraglide/messages.js'

/**
 * The product's own tables. No screen of the database stands on them, because their rows follow rules that only the
 * product's code knows. A test compares the list with a new database.
 */
export const OWN_TABLES: readonly string[] = `
  account account_activation account_device account_login account_preference account_role activation_file
  admin_log admin_log_name admin_log_newest admin_log_redacted admin_log_seal admin_log_send admin_profile
  announcement announcement_group announcement_mail announcement_mailing announcement_organization
  announcement_read announcement_role api_token api_token_key area attachment browser_session candidate
  candidate_count captcha change change_count change_set closing_request config confirmed_address correction
  crud_log credential data_import educate_level enrolment exam exam_event exam_part exam_result exam_run exam_scheme
  exam_scheme_revision exam_subject external_identity external_identity_use family_code fault_report file_address
  file_blob file_day file_idle file_store file_use former_password guardian idempotency import_memory import_part
  import_row import_seen import_unfolded import_verdict job legal_agreement legal_hold legal_version mark_check
  member_balance member_group member_group_rule member_profile message_code message_out message_template module module_file module_log module_release module_reminded money_log
  notice organization paper paper_count passkey passkey_challenge permission_epoch proof provider provider_flow
  provider_session publication publication_axis pupil_note pupil_view recovery_code recycle_rule redaction
  resource_description resource_field resource_place role role_organization role_rule rule run_frame run_stat
  run_unit saved_view saved_view_default score_log sensitive_rule sign_in_ticket student student_year subject
  teaching term terminal_output terminal_run throttle throttle_use token token_family totp_factor
`
  .trim()
  .split(/\s+/)

/**
 * Whether a schema `n` holds tables of others: not one of the server, of migrations, of a queue, or of an extension. In
 * the name of a table, the schema ends at the first dot, so it has none itself.
 */
export const usableSchema: SQL = sql`n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'drizzle', 'queue', 'pgboss', 'graphile_worker')
  and n.nspname !~ '[.]' and not exists (select from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid and d.deptype = 'e')`

/** The longest name of a table, with its schema. The history and the descriptions have no place for a longer one. */
const LONGEST = 63

/**
 * Why no screen stands on a table of another schema. A list reads the table under its own name, beside tables of the
 * product, so it may not have the name of one of these.
 */
export function unfitName(name: string): string | undefined {
  if (!name.includes('.')) return undefined
  const own = name.slice(name.indexOf('.') + 1)
  if (OWN_TABLES.includes(own)) return m.crudSchema_ownName({ name: own })
  return Buffer.byteLength(name) > LONGEST ? m.crudSchema_long({ name, limit: LONGEST }) : undefined
}

/**
 * The tables that a screen may stand on, as a subquery with `oid` and `name`: ordinary and partitioned ones that others
 * made. The product's own, what inherits from these or they from it, parts of tables, tables of extensions, views, and
 * the schemas that `usableSchema` leaves out are out. So is what the generator has set aside. A table of another schema
 * than public has its schema in its name, so a name with a dot is none of public.
 */
export const usableTables: SQL = sql`(
  with recursive hidden as (
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relpersistence <> 't' and (n.nspname = 'public' and c.relname = any (${sql.param(OWN_TABLES)}::text[]) or not (${usableSchema}))
  ), below as (
    select oid from hidden union select i.inhrelid from pg_inherits i join below on below.oid = i.inhparent
  ), above as (
    select oid from hidden union select i.inhparent from pg_inherits i join above on above.oid = i.inhrelid
  )
  select c.oid, name_of_table(c.oid) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${usableSchema} and (n.nspname <> 'public' or c.relname !~ '[.]') and has_schema_privilege(n.oid, 'usage')
    and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
    and (n.nspname <> 'public' or c.relname !~ '^gone_[0-9a-z]+_res_')
    and c.oid not in (select oid from below union select oid from above)
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'))`
