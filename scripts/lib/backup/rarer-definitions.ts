/**
 * The queries for what only some databases define, in the form of those of `listDefinitions`.
 * @param own the condition for what comes with nothing else
 */
export function rarerQueries(own: (classid: string, oid: string) => string): string[] {
  return [
    `select 'collation', collnamespace, collname::text, format('create collation %I.%I (provider = %s, %s, deterministic = %s%s)', nspname, collname,
        case collprovider when 'i' then 'icu' when 'b' then 'builtin' else 'libc' end,
        case collprovider when 'c' then format('lc_collate = %L, lc_ctype = %L', collcollate, collctype)
          else format('locale = %L', coalesce(facts ->> 'colllocale', facts ->> 'colliculocale')) end,
        collisdeterministic::text, ', rules = ' || quote_literal(facts ->> 'collicurules'))
      from (select o.*, to_jsonb(o) as facts from pg_collation o) o join pg_namespace n on n.oid = collnamespace
      where collnamespace in (select oid from held) and ${own('pg_collation', 'o.oid')}`,

    `select 'type', typnamespace, typname::text, format('create type %I.%I as (%s)', nspname, typname,
        (select string_agg(concat(format('%I %s', attname, format_type(atttypid, atttypmod)),
            (select format(' collate %I.%I', s.nspname, collname) from pg_collation o join pg_namespace s on s.oid = collnamespace
              join pg_type b on b.oid = atttypid where o.oid = attcollation and attcollation <> b.typcollation)), ', ' order by attnum)
          from pg_attribute where attrelid = typrelid and attnum > 0 and not attisdropped))
      from pg_type t join pg_class c on c.oid = typrelid and relkind = 'c' join pg_namespace n on n.oid = typnamespace
      where typnamespace in (select oid from held) and ${own('pg_type', 't.oid')}`,

    `select 'type', t.typnamespace, t.typname::text, format('create type %I.%I as range (subtype = %s, subtype_opclass = %I.%I%s%s%s)', n.nspname, t.typname,
        format_type(rngsubtype, null), s.nspname, opcname,
        (select format(', collation = %I.%I', cs.nspname, collname) from pg_collation o join pg_namespace cs on cs.oid = collnamespace where o.oid = rngcollation),
        case when rngsubdiff <> 0 then format(', subtype_diff = %s', rngsubdiff) end, format(', multirange_type_name = %I.%I', n.nspname, many.typname))
      from pg_range join pg_type t on t.oid = rngtypid join pg_namespace n on n.oid = t.typnamespace join pg_type many on many.oid = rngmultitypid
        join pg_opclass c on c.oid = rngsubopc join pg_namespace s on s.oid = opcnamespace
      where t.typnamespace in (select oid from held) and rngcanonical = 0 and ${own('pg_type', 't.oid')}`,

    `select 'function', pronamespace, format('%I(%s)', proname, pg_get_function_identity_arguments(p.oid)),
        concat(format('create aggregate %I.%I(%s) (sfunc = %s, stype = %s', nspname, proname, ${ARGUMENTS}, aggtransfn, format_type(aggtranstype, null)),
          ', sspace = ' || nullif(aggtransspace, 0), ', finalfunc = ' || ${some('aggfinalfn')}, case when aggfinalextra then ', finalfunc_extra' end,
          case when aggfinalfn <> 0 then ', finalfunc_modify = ' || ${modifies('aggfinalmodify')} end,
          ', combinefunc = ' || ${some('aggcombinefn')}, ', serialfunc = ' || ${some('aggserialfn')}, ', deserialfunc = ' || ${some('aggdeserialfn')},
          ', initcond = ' || quote_literal(agginitval), ', msfunc = ' || ${some('aggmtransfn')}, ', minvfunc = ' || ${some('aggminvtransfn')},
          case when aggmtranstype <> 0 then ', mstype = ' || format_type(aggmtranstype, null) end, ', msspace = ' || nullif(aggmtransspace, 0),
          ', mfinalfunc = ' || ${some('aggmfinalfn')}, case when aggmfinalextra then ', mfinalfunc_extra' end,
          case when aggmfinalfn <> 0 then ', mfinalfunc_modify = ' || ${modifies('aggmfinalmodify')} end, ', minitcond = ' || quote_literal(aggminitval),
          (select format(', sortop = operator(%I.%s)', s.nspname, oprname) from pg_operator o join pg_namespace s on s.oid = oprnamespace where o.oid = aggsortop),
          case when aggkind = 'h' then ', hypothetical' end,
          ', parallel = ' || case proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end, ')')
      from pg_proc p join pg_aggregate on aggfnoid = p.oid join pg_namespace n on n.oid = pronamespace
      where pronamespace in (select oid from held) and ${own('pg_proc', 'p.oid')}`,

    `select 'comment', pronamespace, proname::text, format('comment on aggregate %I.%I(%s) is %L', nspname, proname, ${ARGUMENTS}, description)
      from pg_description join pg_proc p on p.oid = objoid join pg_namespace n on n.oid = pronamespace
      where classoid = 'pg_proc'::regclass and pronamespace in (select oid from held) and prokind = 'a' and ${own('pg_proc', 'p.oid')}`,

    `select 'operator', oprnamespace, format('%s(%s, %s)', oprname, format_type(oprleft, null), format_type(oprright, null)),
        concat(format('create operator %I.%s (function = %s', nspname, oprname, oprcode), ', leftarg = ' || format_type(nullif(oprleft, 0), null),
          ', rightarg = ' || format_type(nullif(oprright, 0), null), ', commutator = ' || ${operator('oprcom')}, ', negator = ' || ${operator('oprnegate')},
          ', restrict = ' || ${some('oprrest')}, ', join = ' || ${some('oprjoin')}, case when oprcanhash then ', hashes' end, case when oprcanmerge then ', merges' end, ')')
      from pg_operator p join pg_namespace n on n.oid = oprnamespace
      where oprnamespace in (select oid from held) and oprcode <> 0 and ${own('pg_operator', 'p.oid')}`,

    `select 'rule', namespace, format('%s.%s', rel.relname, rulename), pg_get_ruledef(r.oid) from pg_rewrite r join rel on rel.oid = ev_class
      where rulename <> '_RETURN'`,

    `select 'policy', namespace, format('%s.%s', rel.relname, polname),
        concat(format('create policy %I on %s as %s for %s', polname, rel.full, case when polpermissive then 'permissive' else 'restrictive' end,
          case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end),
          ' using (' || pg_get_expr(polqual, polrelid) || ')', ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')')
      from pg_policy join rel on rel.oid = polrelid where polroles = '{0}'`,

    `select 'policy', namespace, format('%s %s', relname, word), format('alter table %s %s row level security', rel.full, word)
      from rel, lateral (values ('enable', relrowsecurity), ('force', relforcerowsecurity)) said (word, told) where told`,
  ]
}

/** The arguments of an aggregate; without any, it takes rows. */
const ARGUMENTS = `coalesce(nullif(pg_get_function_arguments(p.oid), ''), '*')`

const some = (column: string) => `case when ${column} <> 0 then ${column}::text end`

const modifies = (column: string) =>
  `case ${column} when 'r' then 'read_only' when 's' then 'shareable' else 'read_write' end`

const operator = (column: string) =>
  `(select format('operator(%I.%s)', s.nspname, o.oprname) from pg_operator o join pg_namespace s on s.oid = o.oprnamespace where o.oid = p.${column})`
