import { Toaster as ArkToaster, createToaster, Toast } from '@ark-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from './icon-button.tsx'

const store = createToaster({ placement: 'top', gap: 8, max: 4, overlap: false, pauseOnPageIdle: true })

/** The text is the identity: the same message while it is still shown starts its time anew instead of stacking. */
function show(type: 'success' | 'error' | 'info', text: string, duration: number): void {
  store.create({ id: `${type}:${text}`, type, title: text, duration, closable: true })
}

/** Says something in passing, on every page. */
export const toaster = {
  success: (text: string) => show('success', text, 4000),
  info: (text: string) => show('info', text, 5000),
  error: (text: string) => show('error', text, 8000),
  dismiss: () => store.dismiss(),
}

/** Where messages appear; once, at the root of the page. */
export function Toaster() {
  return (
    <ArkToaster toaster={store} aria-label={m.ui_notifications()}>
      {(toast) => (
        <Toast.Root
          role={toast.type === 'error' ? 'alert' : 'status'}
          className="toast flex w-max max-w-[min(28rem,calc(100vw-2rem))] items-start gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3 text-ink shadow-pop"
        >
          <ToastIcon type={toast.type} />
          <Toast.Title className="min-w-0 flex-1 py-1">{toast.title}</Toast.Title>
          <Toast.CloseTrigger asChild>
            <IconButton label={m.ui_close()} size="sm">
              <X size={14} />
            </IconButton>
          </Toast.CloseTrigger>
        </Toast.Root>
      )}
    </ArkToaster>
  )
}

function ToastIcon({ type }: { type?: string }) {
  const look = { 'aria-hidden': true, size: 16 }
  if (type === 'success') return <CircleCheck {...look} className="mt-[7px] shrink-0 text-success-ink" />
  if (type === 'error') return <CircleAlert {...look} className="mt-[7px] shrink-0 text-danger-ink" />
  return <Info {...look} className="mt-[7px] shrink-0 text-accent-ink" />
}
