import { type ReactNode, useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ChartValue } from '#src/ui/charts/chart-value.ts'
import { Figure } from '#src/ui/charts/figure.tsx'
import { type FigureColumn, type FigureRow, FigureTable } from '#src/ui/charts/figure-table.tsx'
import { numberText } from '#src/ui/charts/number-text.ts'
import type { Block, BlockCell, BlockColumn, BlockTable, FootLine } from './blocks.ts'
import { ReportChart, type UnitAddress } from './report-chart.tsx'
import './report.css'

type ReportViewProps = { blocks: readonly Block[]; footer: readonly FootLine[]; addressOf: UnitAddress }

/** A report, on screen and on paper. Nothing in it needs a script. */
export function ReportView({ blocks, footer, addressOf }: ReportViewProps) {
  return (
    <div className="report-blocks flex flex-col gap-4">
      {withoutAdvice(blocks).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a report are in a fixed order
        <BlockView key={at} block={block} addressOf={addressOf} />
      ))}
      <Advice blocks={blocks} />
      <footer className="report-foot border-t border-line pt-3 text-sm text-muted">
        <dl className="grid gap-x-4 gap-y-1">
          {footer.map(({ label, text }) => (
            <div key={label} className="contents">
              <dt className="font-medium">{label}</dt>
              <dd className="break-words">{text}</dd>
            </div>
          ))}
        </dl>
      </footer>
    </div>
  )
}

/** Whether a table needs paper that lies on its side. */
export function needsWidePaper(blocks: readonly Block[]): boolean {
  return blocks.some((block) => 'table' in block && block.table.columns.length > 9)
}

const isAdvice = (block: Block) => block.kind === 'note' && block.tone === 'advice'
const withoutAdvice = (blocks: readonly Block[]) => blocks.filter((block) => !isAdvice(block))

/** What to look at, as one list. */
function Advice({ blocks }: { blocks: readonly Block[] }) {
  const id = useId()
  const texts = blocks.flatMap((block) => (block.kind === 'note' && block.tone === 'advice' ? [block.text] : []))
  if (texts.length === 0) return null
  return (
    <section
      aria-labelledby={id}
      className="report-advice break-inside-avoid rounded-xl bg-accent-soft px-4 py-3 text-accent-ink"
    >
      <h2 id={id} className="text-base font-semibold">
        {m.report_advice()}
      </h2>
      <ul className="mt-1 list-disc pl-5">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

function BlockView({ block, addressOf }: { block: Block; addressOf: UnitAddress }): ReactNode {
  if (block.kind === 'heading') return <h2 className="mt-2 text-lg font-semibold">{block.text}</h2>
  if (block.kind === 'note') return <p className="text-muted">{block.text}</p>
  if (block.kind === 'remark') {
    return (
      <section className="report-table rounded-xl border border-line bg-surface px-3 py-4 sm:px-4">
        <h2 className="text-base font-semibold">{block.title}</h2>
        <p className="mt-2 wrap-anywhere whitespace-pre-line">{block.text}</p>
        <p className="mt-3 text-sm text-muted">{block.by}</p>
      </section>
    )
  }
  const { columns, rows } = shownTable(block.table, addressOf)
  if (block.kind === 'table') return <TableCard {...block} columns={columns} rows={rows} />
  const { title, note, chart } = block
  return (
    <Figure
      caption={title}
      note={note}
      chart={(width) => <ReportChart title={title} chart={chart} width={width} addressOf={addressOf} />}
      columns={columns}
      rows={rows}
    />
  )
}

/** A table with more rows is closed on screen, so that the reader finds what comes after it. */
const LONG = 60

type TableCardProps = { title: string; note?: string | undefined; columns: FigureColumn[]; rows: FigureRow[] }

/** A table that stands by itself. */
function TableCard({ title, note, columns, rows }: TableCardProps) {
  return (
    <div className="report-table rounded-xl border border-line bg-surface px-3 py-4 sm:px-4">
      <h2 className="text-base font-semibold">{title}</h2>
      {rows.length > LONG ? (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer text-sm text-accent-ink">{m.chart_table()}</summary>
          <FigureTable caption={title} columns={columns} rows={rows} />
        </details>
      ) : (
        <FigureTable caption={title} columns={columns} rows={rows} />
      )}
      {note && <p className="mt-3 text-sm text-muted">{note}</p>}
    </div>
  )
}

/** The table as the kit shows it: rates of few pupils as texts without decimals, no data as undefined. */
function shownTable({ columns, rows }: BlockTable, addressOf: UnitAddress) {
  return {
    columns: [...columns],
    rows: rows.map(
      ({ key, cells, unit, own, few }): FigureRow => ({
        key,
        href: addressOf(unit),
        strong: own,
        cells: cells.map((cell, at) => shownCell(cell, columns[at], few === true)),
      }),
    ),
  }
}

function shownCell(cell: BlockCell, column: BlockColumn | undefined, few: boolean): ChartValue<string | number> {
  if (cell === '') return undefined
  const isRate = column?.number?.style === 'percent'
  return few && isRate && typeof cell === 'number' ? numberText(cell, { style: 'percent', digits: 0 }) : cell
}
