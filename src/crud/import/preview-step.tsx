import { CircleExclamationPoint } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { Description } from '#src/resource/description.ts'
import type { Preview } from '#src/server/import/preview.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import { fieldLabel } from './mapping.ts'
import { StepHeading } from './step-bar.tsx'

type PreviewStepProps = { description: Description; view: ImportView; preview: Preview }

/** Shows the first rows as the import reads them. An invalid cell shows its text and the reason. */
export function PreviewStep({ description, view, preview }: PreviewStepProps) {
  const { fields, rows } = preview
  const wrong = rows.reduce((sum, { cells }) => sum + cells.filter(({ error }) => error !== undefined).length, 0)
  return (
    <>
      <StepHeading hint={m.import_previewHint()}>{m.import_previewTitle({ count: rows.length })}</StepHeading>
      {wrong > 0 && (
        <Banner tone="warning" className="mb-3">
          {m.import_previewWrong({ count: wrong })}
        </Banner>
      )}
      {rows.length === 0 ? (
        <Banner tone="warning">{m.import_noRows()}</Banner>
      ) : (
        <ScrollBox label={m.import_stepPreview()} className="overflow-x-auto">
          <table className="min-w-full border-collapse text-sm">
            <thead className="bg-sunken text-left text-muted">
              <tr>
                <th scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                  {m.import_row()}
                </th>
                {fields.map((field) => (
                  <th key={field} scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                    {fieldLabel(description, field, view.lines)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, cells }) => (
                <tr key={row} className="border-t border-line align-top">
                  <th scope="row" className="tabular px-3 py-1.5 text-left font-normal whitespace-nowrap text-muted">
                    {row}
                  </th>
                  {cells.map(({ text, error }, at) => (
                    <td
                      key={fields[at]}
                      className={cx('max-w-96 min-w-24 px-3 py-1.5', error !== undefined && 'bg-danger-soft')}
                    >
                      {/* Long texts are cut; the rest of the line scrolls. */}
                      <span className="block truncate" title={text}>
                        {text}
                      </span>
                      {error !== undefined && (
                        <span className="mt-0.5 flex min-w-40 items-start gap-1 text-xs text-danger-ink">
                          <CircleExclamationPoint aria-hidden size={12} className="mt-[3px] shrink-0" />
                          {error}
                        </span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </>
  )
}
