import { m } from '#src/i18n/paraglide/messages.js'
import { Spinner } from '#src/ui/spinner.tsx'
import type { CaptchaChallenge } from './captcha-answer.ts'
import type { CaptchaMark } from './use-captcha.ts'

type CaptchaPictureProps = {
  challenge: CaptchaChallenge | undefined
  loading: boolean
  checking: boolean
  /** The picture is not what counts now: a calculation runs. */
  resting: boolean
  marks: readonly CaptchaMark[]
  onMark(place: CaptchaMark, size: { width: number; height: number }): void
  onUnmark(index: number): void
}

/** The picture with its numbered marks. It keeps its size while another picture loads. */
export function CaptchaPicture({
  challenge,
  loading,
  checking,
  resting,
  marks,
  onMark,
  onUnmark,
}: CaptchaPictureProps) {
  return (
    <div className="relative mx-auto aspect-[350/200] w-full max-w-[350px] overflow-hidden rounded-md border border-line bg-sunken">
      {challenge && !loading && (
        <button
          type="button"
          // Only for pointers, because a key press has no position. The dialog has a button for keyboard users.
          tabIndex={-1}
          disabled={resting}
          className="block size-full cursor-crosshair touch-manipulation disabled:cursor-default disabled:opacity-40"
          onClick={(event) => {
            if (event.detail === 0) return
            const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
            onMark({ x: (event.clientX - left) / width, y: (event.clientY - top) / height }, { width, height })
          }}
        >
          <img src={challenge.image} alt={m.captcha_image()} draggable={false} className="size-full select-none" />
        </button>
      )}
      {marks.map(({ x, y }, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark is identified by its number
          key={index}
          type="button"
          aria-label={m.captcha_removeDot({ number: index + 1 })}
          disabled={checking}
          onClick={() => onUnmark(index)}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          className="absolute grid size-6 -translate-1/2 place-items-center rounded-full border-2 border-white bg-accent-solid text-xs font-semibold text-white shadow-low"
        >
          {index + 1}
        </button>
      ))}
      {(loading || checking) && (
        <div className="absolute right-2 bottom-2 rounded-full bg-surface p-1 text-ink shadow-low">
          <Spinner />
        </div>
      )}
    </div>
  )
}
