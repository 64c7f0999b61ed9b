import { Check, Circle } from 'lucide-react'
import { t } from '../../contract/translate.ts'

/** The rules for a password. Each is ticked off while the password is typed. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      {rules.map(({ text, isMet }) => {
        const met = isMet(password)
        const Icon = met ? Check : Circle
        return (
          <span
            key={text}
            className={met ? 'inline-flex items-center gap-1 text-ok' : 'inline-flex items-center gap-1'}
          >
            <Icon aria-hidden="true" size={14} />
            {text}
            {met && <span className="sr-only"> {t('(done)')}</span>}
          </span>
        )
      })}
    </span>
  )
}

const rules = [
  { text: t('8 characters'), isMet: (password: string) => password.length >= 8 },
  { text: t('one uppercase letter'), isMet: (password: string) => /\p{Lu}/u.test(password) },
  { text: t('one lowercase letter'), isMet: (password: string) => /\p{Ll}/u.test(password) },
  { text: t('one digit'), isMet: (password: string) => /\d/.test(password) },
]
