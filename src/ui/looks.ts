/** Classes that several components share, so that they always look the same. */
export const looks = {
  /** The box of an input, a select's trigger, a combobox. */
  control: [
    'w-full rounded-md border border-line-strong bg-surface pointer-coarse:min-h-11 text-ink transition-colors',
    'hover:border-muted has-[input:focus]:border-accent-solid focus:border-accent-solid',
    'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-1 has-[input:focus-visible]:outline-accent-solid',
    'data-invalid:border-danger has-[input[aria-invalid]]:border-danger',
    'has-[input:disabled]:bg-sunken has-[input:disabled]:text-muted disabled:bg-sunken disabled:text-muted data-disabled:bg-sunken',
  ].join(' '),
  /** A popup over the page. */
  popup: 'pop z-50 rounded-lg border border-line bg-raised p-1 text-ink shadow-pop outline-none',
  /** A line in a popup. Pointer and keyboard highlight it in the same way. */
  option: [
    'flex min-h-8 pointer-coarse:min-h-11 items-center gap-2 rounded-md px-2 py-1 text-base outline-none select-none',
    'data-highlighted:bg-hover data-disabled:text-subtle data-[state=checked]:text-accent-ink',
  ].join(' '),
} as const
