import type { ReactNode } from 'react'
import type { Labels } from '#src/crud/crud-client.ts'
import { Highlight } from '#src/crud/highlight.tsx'
import { labelText } from '#src/crud/label.ts'
import type { TreeNode } from '#src/crud/tree.ts'
import type { ColumnLayout } from '#src/crud/tree-row.tsx'
import { createTreeColumnHelper } from '#src/crud/tree-table.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { Tag, type Tone } from '#src/ui/tag.tsx'
import { type OrganizationListRow, organizationTypes } from './organization.schema.ts'
import { OrganizationActions, type RowHandlers } from './organization-actions.tsx'

const tones: Record<string, Tone> = { bureau: 'accent', district: 'accent', school: 'success' }

/** Name and actions stay in sight; their widths depend on the screen (see the page). */
export const organizationLayout: Record<string, ColumnLayout> = {
  name: { width: 'var(--tree-name)', sticky: 'start' },
  code: { width: '8.5rem', className: 'tabular' },
  type: { width: '7.5rem' },
  levels: { width: '9rem' },
  area: { width: '12.5rem' },
  contact: { width: '5.5rem' },
  phone: { width: '8rem', className: 'tabular' },
  status: { width: '4.5rem' },
  updateTime: { width: '10rem', className: 'tabular text-muted' },
  actions: { width: 'var(--tree-actions)', sticky: 'end', className: 'max-sm:px-1' },
}

type Options = { labels: Labels; timeZone: string; handlers: RowHandlers | undefined }

const helper = createTreeColumnHelper<TreeNode<OrganizationListRow>>()

/** The columns of the organization tree. */
export function organizationColumns({ labels, timeZone, handlers }: Options) {
  const column = (id: string, header: () => string, cell: (row: OrganizationListRow) => ReactNode) =>
    helper.display({ id, header, cell: ({ row }) => cell(row.original.row) })
  return helper.columns([
    column('name', m.organization_name, (row) => <Name row={row} />),
    column('code', m.organization_code, (row) => <Highlight>{row.code}</Highlight>),
    column('type', m.organization_type, (row) => <Type value={row.type} />),
    column('levels', m.organization_levels, (row) => {
      const names = row.levelIds.map((id) => labels.levelIds?.[id] ?? id).join(m.crud_listSeparator())
      return <span title={names}>{names}</span>
    }),
    column('area', m.organization_area, (row) => {
      const name = row.areaCode ? (labels.areaCode?.[row.areaCode] ?? row.areaCode) : ''
      return <span title={name}>{name}</span>
    }),
    column('contact', m.organization_contact, (row) => row.contact),
    column('phone', m.organization_phone, (row) => row.phone),
    column('status', m.organization_status, (row) => <Status on={row.status === 1} />),
    column('updateTime', m.organization_updateTime, (row) => formatInstant(row.updateTime, timeZone)),
    ...(handlers
      ? [
          helper.display({
            id: 'actions',
            header: () => <span className="sr-only">{m.crud_actions()}</span>,
            cell: ({ row }) => <OrganizationActions row={row.original.row} on={handlers} />,
          }),
        ]
      : []),
  ])
}

function Name({ row }: { row: OrganizationListRow }) {
  const short = row.shortName && row.shortName !== row.name
  return (
    <span title={short ? `${row.name} (${row.shortName})` : row.name}>
      <span className="font-medium">
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

function Type({ value }: { value: string }) {
  const type = organizationTypes.find((one) => one.value === value)
  return <Tag tone={tones[value]}>{type ? labelText(type.label) : value}</Tag>
}

function Status({ on }: { on: boolean }) {
  return on ? <span className="text-muted">{m.status_enabled()}</span> : <Tag tone="warning">{m.status_disabled()}</Tag>
}
