import { useWatch, type Control, type FieldValues, type Path } from 'react-hook-form'
import { t } from '../../contract/translate.ts'
import { fieldTexts } from '../../contract/texts.ts'
import { useIsCommonPassword } from './common-password.ts'

/**
 * The rule for a new password, and a warning that refuses nothing. It follows the typing without rendering the form
 * again.
 */
export function PasswordHint<T extends FieldValues & { password: string }>({ control }: { control: Control<T> }) {
  const password = useWatch({ control, name: 'password' as Path<T> }) as string
  const isCommon = useIsCommonPassword(password)
  return (
    <>
      {t('At least 8 characters.')}{' '}
      <span role="status" className="font-semibold text-wait">
        {isCommon && fieldTexts.passwordCommonWarning}
      </span>
    </>
  )
}
