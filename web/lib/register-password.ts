import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Registers the first of two password fields. When it changes, checks the second one again: the two may match now. */
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
