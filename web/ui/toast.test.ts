import { expect, test, vi } from 'vitest'
import { dismissToast, getToast, subscribeToToast, toast } from './toast.ts'

test('a new toast replaces the one before', () => {
  const first = toast({ title: 'First' })
  const second = toast({ title: 'Second', variant: 'destructive' })
  expect(second).not.toBe(first)
  expect(getToast()).toMatchObject({ id: second, title: 'Second', variant: 'destructive', isOpen: true })
})

test('closing a replaced toast leaves the new one open', () => {
  const first = toast({ title: 'First' })
  toast({ title: 'Second' })
  dismissToast(first)
  expect(getToast()).toMatchObject({ title: 'Second', isOpen: true })
})

test('tells its listeners about opening and closing', () => {
  const listener = vi.fn()
  const unsubscribe = subscribeToToast(listener)
  dismissToast(toast({ title: 'Saved' }))
  expect(listener).toHaveBeenCalledTimes(2)
  expect(getToast()).toMatchObject({ title: 'Saved', isOpen: false })
  unsubscribe()
  toast({ title: 'Unheard' })
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a toast has an id, a title, a description, an action and a variant [ENT-31]', () => {
  const action = { label: 'Undo', onClick: () => {} }
  const id = toast({ title: 'Deleted', description: 'One row', action, variant: 'destructive' })
  expect(getToast()).toEqual({
    id,
    title: 'Deleted',
    description: 'One row',
    action,
    variant: 'destructive',
    isOpen: true,
  })
})
