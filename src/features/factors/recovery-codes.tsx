import { Copy, Download } from 'lucide-react'
import { useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { toaster } from '#src/ui/toast.tsx'

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const first = useRef<HTMLButtonElement>(null)
  const text = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toaster.confirm(m.factor_codesCopied())
    } catch {
      toaster.error(m.user_copyFailed())
    }
  }
  return (
    <Dialog
      open
      shownOnce
      // The close button would have the focus, and Enter, pressed twice on the page before, would press it.
      initialFocus={first}
      onRequestClose={onClose}
      title={m.factor_codesTitle()}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          {m.factor_codesKept()}
        </Button>
      }
    >
      <Banner tone="warning">{m.factor_codesText()}</Banner>
      <ul className="mt-4 mb-4 grid grid-cols-1 gap-x-4 gap-y-1 text-center font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button ref={first} icon={<Copy aria-hidden size={15} />} onClick={() => void copy()}>
          {m.user_copy()}
        </Button>
        <Button icon={<Download aria-hidden size={15} />} onClick={() => download(text)}>
          {m.factor_codesDownload()}
        </Button>
      </div>
    </Dialog>
  )
}

function download(text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${window.location.host}\n\n${text}\n`], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
