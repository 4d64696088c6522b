import { RefreshCw } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { CaptchaProof } from './captcha-answer.ts'
import { CaptchaPicture } from './captcha-picture.tsx'
import { type CaptchaCalls, useCaptcha } from './use-captcha.ts'

type CaptchaDialogProps = {
  open: boolean
  calls: CaptchaCalls
  onClose(): void
  /** Called when the captcha is solved. The proof is valid for one request. */
  onSolved(proof: CaptchaProof): void
}

/** Asks the user to solve a captcha: click characters in a picture, or run a calculation without a picture. */
export function CaptchaDialog({ open, onClose, ...rest }: CaptchaDialogProps) {
  // The close button must not have the initial focus: a user who presses Enter twice to sign in would close the dialog.
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onRequestClose={onClose} title={m.captcha_title()} size="sm" initialFocus={first}>
      <Captcha {...rest} first={first} />
    </Dialog>
  )
}

type CaptchaProps = Pick<CaptchaDialogProps, 'calls' | 'onSolved'> & { first: RefObject<HTMLButtonElement | null> }

/** Mounted each time the dialog opens, so that it always starts with a new challenge. */
function Captcha({ calls, onSolved, first }: CaptchaProps) {
  const captcha = useCaptcha(calls, onSolved)
  const { challenge, loading, checking, done, marks, note, work } = captcha
  const calculating = work !== undefined
  // One thing is said at a time: how to use the picture, that a calculation runs, or the result.
  const clicking = !calculating && !done
  return (
    <div className="mx-auto flex max-w-[350px] flex-col gap-3">
      <div className="flex min-h-9 items-center gap-2">
        <p className={cx('flex flex-1 flex-wrap items-center gap-x-2', !clicking && 'invisible')}>
          <span className="text-muted">{m.captcha_order()}</span>
          {!loading &&
            challenge?.text.map((character, index) => (
              <span
                key={character}
                lang="zh-CN"
                className={cx('text-xl font-semibold', index < marks.length && 'text-subtle line-through')}
              >
                {character}
              </span>
            ))}
        </p>
        <IconButton label={m.captcha_refresh()} onClick={captcha.refresh} className={cx(!clicking && 'invisible')}>
          <RefreshCw size={16} />
        </IconButton>
      </div>
      <CaptchaPicture
        challenge={challenge}
        loading={loading}
        checking={checking && clicking}
        resting={!clicking}
        marks={marks}
        onMark={captcha.mark}
        onUnmark={captcha.unmark}
      />
      {/* Two lines are reserved, so that a new message does not move the picture under the pointer. */}
      <div className="min-h-14 text-sm">{note && <Banner tone={note.tone}>{note.text}</Banner>}</div>
      <div className="flex flex-col gap-2 border-t border-line pt-3">
        <progress
          value={work ?? 0}
          max={1}
          aria-label={m.captcha_working()}
          className={cx('h-1.5 w-full', !calculating && 'invisible')}
        />
        {/* The same button in every state, and never `disabled`, so that a keyboard user keeps the focus. */}
        <Button
          ref={first}
          aria-disabled={!challenge || loading || checking || undefined}
          onClick={calculating ? captcha.stopCalculating : captcha.calculate}
        >
          {calculating ? m.captcha_withPicture() : m.captcha_withoutPicture()}
        </Button>
        <p className={cx('min-h-9 text-xs text-subtle', done && 'invisible')}>
          {calculating ? m.captcha_working() : m.captcha_withoutHint()}
        </p>
      </div>
      <p aria-live="polite" className="sr-only">
        {captcha.said}
      </p>
    </div>
  )
}
