import { ColorPicker, parseColor } from '@ark-ui/react/color-picker'
import { Pipette } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from './button.tsx'
import { Swatch } from './swatch.tsx'

type ColorPanelProps = { value: string; onChange(value: string): void; alpha?: boolean; presets?: readonly string[] }

/** Colours that users can distinguish on a light and on a dark background. */
const usual = [
  '#409eff',
  '#2f7ed8',
  '#0891b2',
  '#0f766e',
  '#3f8f3a',
  '#4d7c0f',
  '#a16207',
  '#c2410c',
  '#d9534f',
  '#be185d',
  '#8b5cf6',
  '#475569',
  '#713f12',
  '#111827',
]

const thumb =
  'size-3.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white shadow-low outline-none focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-accent-solid'
const track = 'h-3 rounded-full'

/** A colour picker with area, hue, alpha and presets. Each part works with mouse, touch and keyboard. */
export function ColorPanel({ value, onChange, alpha, presets = usual }: ColorPanelProps) {
  const known = /^#[\da-f]{6}([\da-f]{2})?$/i.test(value)
  return (
    <ColorPicker.Root
      inline
      value={parseColor(known ? value : '#409eff').toFormat('hsba')}
      onValueChange={({ value: next }) => onChange(next.toString(alpha ? 'hexa' : 'hex').toLowerCase())}
    >
      <ColorPicker.Area className="relative h-32 w-full overflow-hidden rounded-md">
        <ColorPicker.AreaBackground className="size-full" />
        <ColorPicker.AreaThumb className={thumb} />
      </ColorPicker.Area>
      <div className="mt-3 flex items-center gap-2">
        <span className="flex flex-1 flex-col gap-2">
          <ColorPicker.ChannelSlider channel="hue" className="relative">
            <ColorPicker.ChannelSliderTrack className={track} />
            <ColorPicker.ChannelSliderThumb className={thumb} />
          </ColorPicker.ChannelSlider>
          {alpha && (
            <ColorPicker.ChannelSlider channel="alpha" className="relative">
              <ColorPicker.TransparencyGrid size="8px" className={track} />
              <ColorPicker.ChannelSliderTrack className={track} />
              <ColorPicker.ChannelSliderThumb className={thumb} />
            </ColorPicker.ChannelSlider>
          )}
        </span>
        {'EyeDropper' in window && (
          <ColorPicker.EyeDropperTrigger
            aria-label={m.ui_pipette()}
            title={m.ui_pipette()}
            className="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <Pipette aria-hidden size={15} />
          </ColorPicker.EyeDropperTrigger>
        )}
      </div>
      <ul aria-label={m.ui_presets()} className="mt-3 grid grid-cols-7 gap-1.5">
        {presets.map((color) => (
          <li key={color} className="grid">
            <button
              type="button"
              aria-label={color}
              data-tip=""
              aria-pressed={color === value}
              onClick={() => onChange(color)}
              className="grid place-items-center rounded-sm p-0.5 hover:bg-hover aria-pressed:outline-2 aria-pressed:outline-accent-solid"
            >
              <Swatch color={color} className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {value !== '' && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => onChange('')}>
          {m.ui_clear()}
        </Button>
      )}
    </ColorPicker.Root>
  )
}
