import { ArrowLeft, ArrowRight, ImageOff, X } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { smallAddress } from '../files/file-kinds.ts'
import { SuffixIcon } from '../files/suffix-icon.tsx'

type UploadedItemProps = {
  address: string
  name: string
  picture: boolean
  at: number
  count: number
  disabled?: boolean
  onMove(to: number): void
  onRemove(): void
}

/** An uploaded image or file in the value of the field. */
export function UploadedItem({ address, name, picture, at, count, disabled, onMove, onRemove }: UploadedItemProps) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="flex max-w-full items-center gap-1 rounded-md border border-line bg-surface p-1">
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className="flex min-w-0 items-center gap-2 rounded-sm"
      >
        {picture && !broken ? (
          <img
            src={smallAddress(address, 160)}
            alt={name}
            onError={() => setBroken(true)}
            className="size-16 rounded-sm object-cover"
          />
        ) : (
          <>
            {broken ? (
              <ImageOff aria-hidden size={16} className="ml-1 shrink-0 text-subtle" />
            ) : (
              <SuffixIcon address={address} />
            )}
            <span className="max-w-56 truncate">{name}</span>
          </>
        )}
      </a>
      {!disabled && (
        <span className={picture ? 'flex flex-col' : 'flex'}>
          <IconButton label={m.ui_remove({ name })} size="sm" className="size-6" onClick={onRemove}>
            <X aria-hidden size={13} />
          </IconButton>
          {count > 1 && (
            <>
              <IconButton
                label={m.upload_before({ name })}
                size="sm"
                className="size-6"
                disabled={at === 0}
                onClick={() => onMove(at - 1)}
              >
                <ArrowLeft aria-hidden size={13} />
              </IconButton>
              <IconButton
                label={m.upload_after({ name })}
                size="sm"
                className="size-6"
                disabled={at === count - 1}
                onClick={() => onMove(at + 1)}
              >
                <ArrowRight aria-hidden size={13} />
              </IconButton>
            </>
          )}
        </span>
      )}
    </span>
  )
}
