import { ChevronRight } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ColourField } from './colour-field.tsx'

/** Every colour of the shell by its value, folded until the user wants it. */
export function AdvancedColours() {
  return (
    <details className="group">
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1.5 rounded-md border-b border-line text-sm font-medium text-muted [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={15} className="transition-transform group-open:rotate-90" />
        {m.layout_advanced()}
      </summary>
      <div className="flex flex-col gap-2.5 pt-2.5">
        <ColourField name="menuBackground" label={m.layout_menuBackground()} />
        <ColourField name="menuColor" on="menuBackground" label={m.layout_menuColor()} />
        <ColourField name="menuActiveBackground" label={m.layout_menuActiveBackground()} />
        <ColourField name="menuActiveColor" on="menuActiveBackground" label={m.layout_menuActiveColor()} />
        <ColourField name="menuTopBarBackground" label={m.layout_menuTopBarBackground()} />
        <ColourField name="headerBarBackground" label={m.layout_headerBarBackground()} />
        <ColourField name="headerBarTabColor" on="headerBarBackground" label={m.layout_headerBarTabColor()} />
        <ColourField name="headerBarHoverBackground" label={m.layout_headerBarHoverBackground()} />
        <ColourField name="headerBarTabActiveBackground" label={m.layout_headerBarTabActiveBackground()} />
        <ColourField
          name="headerBarTabActiveColor"
          on="headerBarTabActiveBackground"
          label={m.layout_headerBarTabActiveColor()}
        />
      </div>
    </details>
  )
}
