import { m } from '#src/i18n/paraglide/messages.js'

/** The first stop of the Tab key. It skips the menus and moves the focus to the main content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="no-print fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-solid px-3 py-1.5 text-white focus:translate-y-0"
    >
      {m.shell_skip()}
    </a>
  )
}
