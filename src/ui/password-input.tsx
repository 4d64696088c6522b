import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from './icon-button.tsx'
import { Input, type InputProps } from './input.tsx'

/** A password that can be looked at. Say which kind it is by `autoComplete`. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'action'>) {
  const [shown, setShown] = useState(false)
  // Not Ark's own: its trigger leaves the tab order, and revealing is no mouse-only action here.
  const reveal = (
    <IconButton
      label={shown ? m.ui_hidePassword() : m.ui_showPassword()}
      size="sm"
      disabled={props.disabled}
      onClick={() => setShown(!shown)}
    >
      {shown ? <EyeOff size={16} /> : <Eye size={16} />}
    </IconButton>
  )
  return (
    <Input spellCheck={false} autoCapitalize="none" {...props} type={shown ? 'text' : 'password'} action={reveal} />
  )
}
