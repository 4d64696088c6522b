import { Avatar as Ark } from '@ark-ui/react/avatar'

/** A face, or the first character of the name when there is none. Decorative: the name stands beside it. */
export function Avatar({ src, name, size = 28 }: { src: string; name: string; size?: number }) {
  return (
    <Ark.Root
      aria-hidden
      className="inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-medium text-accent-ink select-none"
      style={{ width: size, height: size, fontSize: Math.round(size * 0.44) }}
    >
      <Ark.Fallback>{[...name][0]?.toUpperCase()}</Ark.Fallback>
      {src && <Ark.Image src={src} alt="" className="size-full object-cover" />}
    </Ark.Root>
  )
}
