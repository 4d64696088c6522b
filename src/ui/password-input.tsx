import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from './icon-button.tsx'
import { Input, type InputProps } from './input.tsx'

/** A password input with a button that shows the text. Set `autoComplete` to the kind of password. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'action'>) {
  const [shown, setShown] = useState(false)
  // Ark's own trigger is not used: it is not in the tab order, and this button must also work by keyboard.
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
