import { useFieldContext } from '@ark-ui/react/field'
import { Popover } from '@ark-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { IconSource } from '#src/lib/icon.ts'
import { Button } from '#src/ui/button.tsx'
import { useDescribedBy } from '#src/ui/input.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { looks } from '#src/ui/looks.ts'
import { usePopup } from '#src/ui/pinned.ts'
import { PopupPortal } from '#src/ui/popups.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { SvgIcon } from '#src/ui/svg-icon.tsx'
import { iconQuery } from './icon.queries.ts'

const IconPanel = lazyPart(
  async () => (await import('./icon-panel.tsx')).IconPanel,
  <div className="grid h-80 place-items-center">
    <Spinner />
  </div>,
)

type IconPickerProps = {
  /** Name of the icon. Empty for none. */
  value: string
  onChange(name: string): void
  onBlur?(): void
  /** The icon that the reset button restores. Without one the button clears the field. */
  usual?: string
  disabled?: boolean
  /** The accessible name, needed outside of a Field. */
  'aria-label'?: string
  className?: string
}

/** A field that picks an icon from four sources. A Field or an aria-label must give it an accessible name. */
export function IconPicker({ value, onChange, onBlur, usual = '', disabled, className, ...rest }: IconPickerProps) {
  const [open, setOpen] = useState(false)
  const field = useFieldContext()
  const described = useDescribedBy()
  const own = useId()
  const label = rest['aria-label']
  const { data: icon } = useQuery({ ...iconQuery(value), enabled: value !== '' })
  const pick = (name: string) => {
    onChange(name)
    setOpen(false)
  }
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      onExitComplete={onBlur}
      positioning={usePopup({ placement: 'bottom-end', gutter: 4, fitViewport: true })}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger
        id={field?.ids.control}
        disabled={disabled ?? field?.disabled}
        aria-labelledby={field ? `${field.ids.label} ${own}` : undefined}
        aria-label={field || label === undefined ? undefined : `${label} ${value}`}
        aria-describedby={described}
        data-invalid={field?.invalid || undefined}
        className={cx(looks.control, 'flex h-8 items-center gap-2 pr-2 pl-2.5 text-left', className)}
      >
        {icon && value !== '' && <SvgIcon icon={icon} className="size-4" />}
        <span id={own} className={cx('min-w-0 flex-1 truncate', value === '' && 'text-subtle')}>
          {value || m.icons_none()}
        </span>
        <ChevronDown aria-hidden size={16} className="shrink-0 text-subtle" />
      </Popover.Trigger>
      <PopupPortal>
        <Popover.Positioner>
          <Popover.Content
            aria-label={m.icons_choose()}
            className="pop z-50 w-[min(21.75rem,calc(100vw-1rem))] overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-pop outline-none"
          >
            <IconPanel value={value} initialSource={sourceOf(value || usual)} onPick={pick} />
            <div className="flex justify-end border-t border-line p-2">
              <Button
                size="sm"
                variant="ghost"
                icon={<Undo2 aria-hidden size={13} />}
                disabled={value === usual}
                onClick={() => pick(usual)}
              >
                {usual === '' ? m.icons_clear() : m.icons_reset()}
              </Button>
            </div>
          </Popover.Content>
        </Popover.Positioner>
      </PopupPortal>
    </Popover.Root>
  )
}

/** The source of an icon name. Without an icon it is our own set. */
function sourceOf(name: string): IconSource {
  if (name.startsWith('fa ')) return 'fa'
  if (name.startsWith('el-icon-')) return 'ep'
  return name.includes(' ') ? 'iconfont' : 'local'
}
