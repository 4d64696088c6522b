import { Highlight } from '#src/crud/cells/highlight.tsx'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Tag } from '#src/ui/tag.tsx'
import { memberGroups } from './member-group.queries.ts'
import { type MemberGroupListRow, memberGroupDescription } from './member-group.schema.ts'

/** The list page of groups of members. */
export function MemberGroupPage(props: ListPageProps) {
  return <ResourcePage {...props} resource={memberGroups} description={memberGroupDescription} cells={cells} />
}

const cells = {
  name: (row: MemberGroupListRow) => <GroupName row={row} />,
  ruleCount: (row: MemberGroupListRow) => <RuleCount row={row} />,
  forNew: (row: MemberGroupListRow) =>
    row.forNew === 1 ? <Tag tone="accent">{m.memberGroup_forNewShort()}</Tag> : null,
}

/** The name of a group, with its note. */
function GroupName({ row }: { row: MemberGroupListRow }) {
  return (
    <span title={row.note === '' ? row.name : `${row.name} · ${row.note}`}>
      <span className="font-lead">
        <Highlight>{row.name}</Highlight>
      </span>
      {row.note !== '' && (
        <span className="ml-2 text-sm text-muted">
          <Highlight>{row.note}</Highlight>
        </span>
      )}
    </span>
  )
}

/** How many rules the members of a group have. */
function RuleCount({ row }: { row: MemberGroupListRow }) {
  if (row.everything === 1) return m.memberGroup_all()
  if (row.ruleCount === 0) return <span className="text-muted">{m.memberGroup_noRules()}</span>
  return <span className="tabular">{formatCount(row.ruleCount)}</span>
}
