import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'

type RememberedProps = { busy: boolean /** The column or setting that it is about. */; name: string; onForget(): void }

/** Says that a setting is the user's earlier choice, with a button to forget it. */
export function Remembered({ busy, name, onForget }: RememberedProps) {
  return (
    <span className="inline-flex shrink-0 items-center text-sm text-subtle">
      {m.import_byMemory()}
      <Button
        size="sm"
        variant="ghost"
        className="ml-1"
        disabled={busy}
        aria-label={m.import_forgetColumn({ name })}
        onClick={onForget}
      >
        {m.import_forget()}
      </Button>
    </span>
  )
}
