import { Highlight } from '#src/crud/cells/highlight.tsx'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { TreeResourcePage } from '#src/crud/list/tree-resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Labels } from '#src/resource/labels.ts'
import { lazyControl, lazyPart } from '#src/ui/lazy.tsx'
import { organizations } from './organization.queries.ts'
import { type OrganizationListRow, organizationDescription } from './organization.schema.ts'

/** The tree page of organizations. */
export function OrganizationPage(props: ListPageProps) {
  return (
    <TreeResourcePage
      {...props}
      resource={organizations}
      description={organizationDescription}
      cells={cells}
      controls={controls}
      childValues={inSameArea}
      emptyHint={m.organization_emptyHint()}
      emptyActions={<LoadProvince />}
    />
  )
}

// Only the form needs it, so the list loads without it.
const TypeField = lazyControl(async () => (await import('./type-field.tsx')).TypeField, { warm: 'first' })
const LoadProvince = lazyPart(async () => (await import('./load-province.tsx')).LoadProvince, null, {
  place: 'nowhere',
})
const controls = { type: (props: FieldProps) => <TypeField {...props} /> }

const cells = { name: (row: OrganizationListRow) => <Name row={row} /> }

/** Initial values of a child: most organizations are in the same area as their parent. */
function inSameArea({ areaCode }: OrganizationListRow, labels: Labels) {
  const names = areaCode ? { [areaCode]: labels.areaCode?.[areaCode] ?? areaCode } : {}
  return { values: { areaCode }, labels: { areaCode: names } }
}

function Name({ row }: { row: OrganizationListRow }) {
  const short = row.shortName && row.shortName !== row.name
  return (
    <span title={short ? `${row.name} (${row.shortName})` : row.name}>
      <span className="font-lead">
        <Highlight>{row.name}</Highlight>
      </span>
      {short && (
        <span className="ml-2 text-muted">
          <Highlight>{row.shortName}</Highlight>
        </span>
      )}
    </span>
  )
}
