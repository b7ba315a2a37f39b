import { PasswordField } from './password-field.tsx'

/** A new password, typed once since it can be shown. The address is there for password managers. */
export function NewPasswordFields({ email }: { email: string }) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField name="password" autoComplete="new-password" withRules />
    </>
  )
}
