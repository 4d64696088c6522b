import { FileDown } from 'lucide-react'
import type { RefObject } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import type { Description } from '#src/resource/description.ts'
import { hasTemplate } from '#src/resource/importable.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { ACCEPTED } from './accepted.ts'
import { SendArea } from './send-area.tsx'
import { sendImport } from './upload.ts'

type FileStepProps = {
  resource: string
  description: Description
  /** The button that gets the focus when the dialog opens. */
  first: RefObject<HTMLButtonElement | null>
  onReceived(view: ImportView): void
}

/** The user chooses or drops a file. The file is then sent to the server. */
export function FileStep({ resource, description, first, onReceived }: FileStepProps) {
  const { importMaxsize = Number.POSITIVE_INFINITY } = useKit()
  return (
    <div className="flex flex-col gap-3">
      <SendArea
        first={first}
        accept={ACCEPTED}
        kinds={m.import_kinds()}
        checking={m.import_looking()}
        refusal={({ size }) =>
          size > importMaxsize ? m.import_tooLarge({ megabytes: Math.floor(importMaxsize / 1024 ** 2) }) : undefined
        }
        send={(file, onProgress) => sendImport(resource, file, onProgress)}
        failure={failureText}
        onReceived={onReceived}
      />
      {hasTemplate(description) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted">{m.import_templateHint()}</p>
          <a href={`/adminApi/${resource}/template`} download className={buttonClass({ size: 'sm' })}>
            <FileDown aria-hidden size={14} />
            {m.import_template()}
          </a>
        </div>
      )}
    </div>
  )
}
