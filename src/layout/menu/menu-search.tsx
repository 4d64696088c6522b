import { Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'

type MenuSearchProps = {
  value: string
  onChange(value: string): void
  /** Called on Enter: opens the first matching entry. */
  onTake(): void
  /** Called on Arrow Down: moves the focus into the entries. */
  onEnter(): void
}

/** The filter field above the menu. */
export function MenuSearch({ value, onChange, onTake, onEnter }: MenuSearchProps) {
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    // While the user composes Chinese text, Enter belongs to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onTake()
    else if (event.key === 'ArrowDown') onEnter()
    else if (event.key === 'Escape' && value !== '') {
      // Esc first clears the filter. Without this, it would also close a surrounding drawer.
      event.stopPropagation()
      onChange('')
    } else return
    event.preventDefault()
  }
  return (
    <search>
      <Input
        type="text"
        role="searchbox"
        aria-label={m.shell_findMenu()}
        placeholder={m.shell_findMenu()}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keys}
        icon={<Search aria-hidden size={14} />}
        action={
          value !== '' && (
            <IconButton label={m.ui_clear()} size="sm" className="size-6" onClick={() => onChange('')}>
              <X aria-hidden size={13} />
            </IconButton>
          )
        }
      />
    </search>
  )
}
