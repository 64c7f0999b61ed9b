import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * The first of two password fields. What was said of the second is said anew when the first one changes: two that are the
 * same now are no mistake any more, wherever the mistake was.
 */
export function registerPassword<T extends FieldValues & { password: string; retypePassword: string }>({
  register,
  getFieldState,
  trigger,
}: Pick<UseFormReturn<T>, 'register' | 'getFieldState' | 'trigger'>) {
  const second = 'retypePassword' as Path<T>
  return register('password' as Path<T>, {
    onChange: () => {
      const { invalid, isTouched } = getFieldState(second)
      if (invalid || isTouched) void trigger(second)
    },
  })
}
