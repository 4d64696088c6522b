import { useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { refusedText } from '#src/crud/calls/failure.ts'
import { ChangeValues } from '#src/crud/history/change-values.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { randomId } from '#src/lib/random-id.ts'
import { labelText } from '#src/resource/label.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { type ConfigComparison, configCalls } from './config.queries.ts'

type File = Parameters<typeof configCalls.compare>[0]
type Read = { file: File; found: ConfigComparison; key: string }

/** Shows what a file would change, and takes it over. */
export function ConfigImportDialog({ onClose, onChanged }: { onClose(): void; onChanged(): Promise<unknown> }) {
  const [read, setRead] = useState<Read>()
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setPending(true)
    setError('')
    try {
      await work()
    } catch (reason) {
      setError(reason instanceof SyntaxError ? m.config_fileWrong() : refusedItems(reason, read?.found))
    } finally {
      setPending(false)
    }
  }
  const choose = (chosen: Blob | undefined) => {
    setRead(undefined)
    if (!chosen) return
    void attempt(async () => {
      // Seam: the server checks what the file contains.
      const file = JSON.parse(await chosen.text()) as File
      if (Object(file).format !== 'yardstick-config') return setError(m.config_fileWrong())
      setRead({ file, found: (await configCalls.compare(file, randomId())).data, key: randomId() })
    })
  }
  const count = read ? read.found.differences.length + read.found.newGroups.length + read.found.newItems.length : 0
  const apply = ({ file, key }: Read) =>
    void attempt(async () => {
      toaster.success((await configCalls.takeOver(file, key)).msg)
      onClose()
      await onChanged()
    })
  return (
    <Dialog
      open
      onRequestClose={() => !pending && onClose()}
      title={m.config_importTitle()}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          {read && count > 0 && (
            <Button variant="primary" loading={pending} onClick={() => !pending && apply(read)}>
              {m.config_importApply({ count: formatCount(count) })}
            </Button>
          )}
        </>
      }
    >
      <FormField label={m.config_importFile()} hint={m.config_importHelp()}>
        <Input type="file" accept="application/json,.json" onChange={(event) => choose(event.target.files?.[0])} />
      </FormField>
      {error && (
        <Banner tone="danger" className="mt-3">
          <span className="whitespace-pre-line">{error}</span>
        </Banner>
      )}
      {read && <Found found={read.found} count={count} />}
    </Dialog>
  )
}

/** Why a file was refused: each message with the title of the item that it is about. */
function refusedItems(error: unknown, found: ConfigComparison | undefined): string {
  const errors = error instanceof BackendError ? Object.entries(error.fieldErrors) : []
  if (errors.length === 0 || !found) return refusedText(error)
  const titles = new Map(found.differences.map(({ name, field }) => [name, labelText(field.label)]))
  return errors.map(([name, texts]) => `${titles.get(name) ?? name}: ${[texts].flat().join(' ')}`).join('\n')
}

function Found({ found, count }: { found: ConfigComparison; count: number }) {
  const { differences, newGroups, newItems, skipped } = found
  const names = (list: readonly string[]) => list.join(m.crud_listSeparator())
  return (
    <div className="mt-4 flex flex-col gap-3">
      {count === 0 && <Banner tone="info">{m.config_importSame()}</Banner>}
      {newGroups.length > 0 && <p>{m.config_importNewGroups({ names: names(newGroups) })}</p>}
      {newItems.length > 0 && <p>{m.config_importNewItems({ names: names(newItems) })}</p>}
      {skipped.length > 0 && <p className="text-muted">{m.config_importSkipped({ names: names(skipped) })}</p>}
      {differences.length > 0 && (
        <table className="w-full text-sm wrap-break-word sm:table-fixed">
          <thead className="text-left text-muted">
            <tr>
              <th scope="col" className="w-1/4 px-3 py-1.5 font-normal">
                {m.filter_field()}
              </th>
              <th scope="col" className="px-3 py-1.5 font-normal">
                {m.history_before()}
              </th>
              <th scope="col" className="px-3 py-1.5 font-normal">
                {m.history_after()}
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, field, before, after }) => (
              <tr key={name} className="border-t border-line align-top">
                <th scope="row" className="px-3 py-1.5 text-left font-normal text-muted">
                  {labelText(field.label)}
                </th>
                <ChangeValues operation="update" field={field} before={before} after={after} labels={{}} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
