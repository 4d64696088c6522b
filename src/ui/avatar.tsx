/** A user's picture, or the first character of the name without one. Decorative, because the name stands beside it. */
export function Avatar({ src, name, size = 28 }: { src: string; name: string; size?: number }) {
  return (
    <span
      aria-hidden
      className="relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-medium text-accent-ink select-none"
      style={{ width: size, height: size, fontSize: Math.round(size * 0.44) }}
    >
      {[...name][0]?.toUpperCase()}
      {/* The character stays visible when the picture does not load. */}
      {src && <img src={src} alt="" className="absolute inset-0 size-full object-cover" />}
    </span>
  )
}
