export interface View {
  zoom: number
  /** Clockwise, in degrees. */
  turn: number
}

export const startView: View = { zoom: 1, turn: 0 }

const zooms = [1, 1.5, 2, 3, 4]

export function zoomIn(view: View): View {
  return { ...view, zoom: zooms.find((zoom) => zoom > view.zoom) ?? view.zoom }
}

export function zoomOut(view: View): View {
  return { ...view, zoom: zooms.findLast((zoom) => zoom < view.zoom) ?? view.zoom }
}

export function rotate(view: View): View {
  return { ...view, turn: (view.turn + 90) % 360 }
}

/** Returns the view after a key; undefined for a key without a meaning here. */
export function viewByKey(key: string, view: View): View | undefined {
  if (key === '+' || key === '=') return zoomIn(view)
  if (key === '-') return zoomOut(view)
  if (key === '0') return startView
  if (key === ']') return rotate(view)
  return undefined
}
