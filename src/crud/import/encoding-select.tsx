import { useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Encoding } from '#src/server/sheet/file-facts.ts'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { encodingLabels } from './encoding-labels.ts'

type EncodingSelectProps = { name: Encoding; onChoose(encoding: Encoding): void }

/** The user chooses the encoding of a text file. */
export function EncodingSelect({ name, onChoose }: EncodingSelectProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex items-center gap-2">
      {m.import_encoding()}
      <NativeSelect
        id={id}
        value={name}
        items={Object.entries(encodingLabels).map(([value, label]) => ({ value, label }))}
        // Seam: the options are the keys of `encodingLabels`.
        onChange={(next) => onChoose(next as Encoding)}
        className="w-48"
      />
    </label>
  )
}
