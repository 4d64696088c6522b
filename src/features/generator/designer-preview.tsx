import { queryOptions } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListParams } from '#src/crud/calls/crud-client.ts'
import { formDraftKey } from '#src/crud/form/draft.ts'
import { dropDraft } from '#src/crud/form/draft-store.ts'
import { RecordFormBody } from '#src/crud/form/record-form-body.tsx'
import { startValues } from '#src/crud/form/start-values.ts'
import { Grid } from '#src/crud/grid/grid.tsx'
import { ListSumsRow } from '#src/crud/grid/list-sums.tsx'
import { rowLook } from '#src/crud/grid/row-look.ts'
import { useResourceColumns } from '#src/crud/grid/use-resource-columns.tsx'
import { useResourceTable } from '#src/crud/grid/use-resource-table.ts'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { useRowName } from '#src/crud/row/use-row-name.ts'
import { type ListLayout, rowHeights } from '#src/crud/views/list-layout.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import type { Description } from '#src/resource/description.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { toaster } from '#src/ui/toast.tsx'
import { useDesigner } from './designer-context.ts'
import { exampleChoices } from './example-choices.ts'
import { type ExampleRow, exampleLabels, exampleRows } from './example-rows.ts'
import { finishedDesign } from './finished-design.ts'

/** How the list and the form of the design will look, with rows made from its fields. Nothing is stored. */
export function DesignerPreview() {
  const { state } = useDesigner()
  const { design } = state
  const description = useMemo(() => finishedDesign(design).description, [design])
  const content = JSON.stringify(description)
  return (
    <div className="flex flex-col gap-5">
      <section className="flex flex-col gap-2" aria-label={m.designer_previewList()}>
        <h2 className="text-base">{m.designer_previewList()}</h2>
        <ListPreview key={`list ${content}`} description={description} />
      </section>
      <section className="flex flex-col gap-2" aria-label={m.designer_previewForm()}>
        <h2 className="text-base">{m.designer_previewForm()}</h2>
        <FormPreview key={`form ${content}`} description={description} />
      </section>
    </div>
  )
}

type RuntimeDescription = ReturnType<typeof finishedDesign>['description']

const none: readonly never[] = []
const nothing = () => {}

function ListPreview({ description }: { description: RuntimeDescription }) {
  const { timeZone } = useKit()
  const tree = description.tree === true
  const rows = useMemo(() => exampleRows(description.fields, tree), [description, tree])
  const labels = useMemo(() => exampleLabels(description.fields), [description])
  const [layout, setLayout] = useState<ListLayout>({})
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set([1]))
  const nameOf = useRowName<ExampleRow>(description)
  const all = useResourceColumns<ExampleRow>({ description, labels, actions: none, nameOf, onSelect: nothing })
  const columns = useMemo(() => all.filter(({ id }) => id !== 'select'), [all])
  const table = useResourceTable<ExampleRow>({
    rows,
    columns,
    search: { ...listDefaults },
    open: tree ? open : undefined,
    layout,
    onOrder: nothing,
    onLayout: (patch) => setLayout((old) => ({ ...old, ...patch })),
  })
  const look = useMemo(
    () => rowLook<ExampleRow>({ description, columns, labels, timeZone, switches: false }),
    [description, columns, labels, timeZone],
  )
  const sums = useMemo(() => exampleSums(description, rows), [description, rows])
  return (
    <Grid
      label={labelText(pluralLabel(description)) || m.designer_previewList()}
      table={table}
      columns={columns}
      titleId={description.rowTitle}
      rowHeight={rowHeights.normal}
      nameOf={nameOf}
      look={look}
      tree={
        tree
          ? {
              toggle: (id, on) => setOpen((old) => new Set(on ? [...old, id] : [...old].filter((one) => one !== id))),
            }
          : undefined
      }
      foot={
        sums &&
        ((shown, places, titleId) => (
          <ListSumsRow
            resource={sums}
            search={{ ...listDefaults }}
            columns={shown}
            places={places}
            large={false}
            titleId={titleId}
          />
        ))
      }
    />
  )
}

/** The totals of the example rows. Undefined for a list without totals. */
function exampleSums({ fields }: Pick<Description, 'fields'>, rows: readonly ExampleRow[]) {
  const totals = fields.filter(({ list }) => list?.total)
  if (totals.length === 0) return undefined
  const sums: Record<string, number | null> = Object.fromEntries(
    totals.map(({ name, list }) => {
      const sum = rows.reduce((all, row) => all + Number(row[name] ?? 0), 0)
      return [name, list?.total === 'average' ? sum / rows.length : sum]
    }),
  )
  const key = JSON.stringify(sums)
  return {
    sums: (query: ListParams) =>
      queryOptions({ queryKey: ['crud', 'example', key, query], queryFn: async () => ({ sums }) }),
  }
}

/** The widths of forms by their size, as dialogs have them. */
const widths = { md: '36rem', lg: '48rem', xl: '64rem' }
const draftName = formDraftKey('crud-preview')

function FormPreview({ description }: { description: RuntimeDescription }) {
  const { timeZone } = useKit()
  const dirty = useRef(() => false)
  const [base] = useState(() => {
    // What was typed into an earlier preview belongs to it alone.
    dropDraft(draftName)
    return { values: startValues(description, timeZone), labels: {} }
  })
  useEffect(() => () => dropDraft(draftName), [])
  const { as, size = 'md' } = description.form ?? {}
  return (
    <div
      className="rounded-lg border border-line bg-surface px-5 pt-5"
      style={as === 'page' ? undefined : { maxWidth: widths[size] }}
    >
      <RecordFormBody
        description={description}
        base={base}
        draftName={draftName}
        choicesOf={exampleChoices}
        stays
        dirty={dirty}
        footer="below"
        send={async () => ({ data: { id: 0 }, msg: '' })}
        onSaved={() => toaster.hint(m.designer_previewSaved())}
        onUnchanged={() => toaster.hint(m.designer_previewSaved())}
      />
    </div>
  )
}
