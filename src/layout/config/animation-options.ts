import { m } from '#src/i18n/paraglide/messages.js'
import type { ChoiceOption } from '#src/ui/option.ts'
import { type MainAnimation, mainAnimations } from './layout-config.ts'

const names: Record<MainAnimation, () => string> = {
  'slide-right': m.layout_slideRight,
  'slide-left': m.layout_slideLeft,
  'el-fade-in-linear': m.layout_fadeInLinear,
  'el-fade-in': m.layout_fadeIn,
  'el-zoom-in-center': m.layout_zoomInCenter,
  'el-zoom-in-top': m.layout_zoomInTop,
  'el-zoom-in-bottom': m.layout_zoomInBottom,
}

/** The page animations as options, with translated labels. */
export const animationOptions = (): ChoiceOption[] => mainAnimations.map((value) => ({ value, label: names[value]() }))

export const isAnimation = (value: string | null): value is MainAnimation =>
  value !== null && Object.hasOwn(names, value)
