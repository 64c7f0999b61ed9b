export function KeyboardKey({ name }: { name: string }) {
  return <kbd className="mono rounded-1 border border-line-strong bg-surface px-1.5 text-2xs text-ink-2">{name}</kbd>
}
