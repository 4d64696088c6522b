import { Popover } from '@ark-ui/react/popover'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Input, type InputProps } from './input.tsx'
import { lazyPart } from './lazy.tsx'
import { looks } from './looks.ts'
import { usePopup } from './pinned.ts'
import { PopupPortal } from './popups.tsx'
import { Spinner } from './spinner.tsx'
import { Swatch } from './swatch.tsx'

const ColorPanel = lazyPart(
  async () => (await import('./color-panel.tsx')).ColorPanel,
  <div className="grid h-56 place-items-center">
    <Spinner />
  </div>,
)

type ColorInputProps = Omit<InputProps, 'value' | 'onChange'> & {
  /** `#rrggbb`, with alpha `#rrggbbaa`; empty for none. */
  value: string
  onChange(value: string): void
  alpha?: boolean
  presets?: readonly string[]
}

/** An input for a colour, typed or picked. */
export function ColorInput({ value, onChange, alpha, presets, className, ...rest }: ColorInputProps) {
  return (
    <Popover.Root
      positioning={usePopup({ placement: 'bottom-start', gutter: 4, fitViewport: true })}
      lazyMount
      unmountOnExit
    >
      <Popover.Anchor asChild>
        <span className={cx('block', className)}>
          <Input
            autoComplete="off"
            spellCheck={false}
            placeholder={alpha ? '#rrggbbaa' : '#rrggbb'}
            {...rest}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            action={
              <Popover.Trigger
                disabled={rest.disabled}
                aria-label={m.ui_pickColor()}
                data-tip=""
                className="grid size-6 place-items-center rounded-md hover:bg-hover"
              >
                <Swatch color={value} />
              </Popover.Trigger>
            }
          />
        </span>
      </Popover.Anchor>
      <PopupPortal>
        <Popover.Positioner>
          <Popover.Content aria-label={m.ui_pickColor()} className={cx(looks.popup, 'w-60 p-3')}>
            <ColorPanel value={value} onChange={onChange} alpha={alpha} presets={presets} />
          </Popover.Content>
        </Popover.Positioner>
      </PopupPortal>
    </Popover.Root>
  )
}
