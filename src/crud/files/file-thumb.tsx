import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import { smallAddress, suffixAddress } from './file-kinds.ts'

type FileThumbProps = {
  url: string
  /** The extension, for a file that is no picture. */
  suffix: string
  picture: boolean
  size?: 160 | 640
  className?: string
}

/** A picture in a small size, or the icon of a file's type. Its name is beside it, so it has no text of its own. */
export function FileThumb({ url, suffix, picture, size = 160, className }: FileThumbProps) {
  const [broken, setBroken] = useState(false)
  if (broken) {
    return (
      <span className={cx('grid place-items-center bg-sunken text-subtle', className)}>
        <ImageOff aria-hidden size={18} />
      </span>
    )
  }
  return (
    <img
      src={picture ? smallAddress(url, size) : suffixAddress(suffix)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
      className={cx(picture ? 'bg-sunken object-cover' : 'bg-sunken object-contain p-3', className)}
    />
  )
}
