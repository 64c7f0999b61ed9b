/** Returns the contrast ratio of two #rrggbb colours as WCAG 2 defines it. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

export type ColourVision = keyof typeof colourVisions

/** Returns the distance of two colours in OKLab, for normal sight or one of the three kinds of colour blindness. */
export function colourDistance(one: string, other: string, sight: ColourVision): number {
  const [a, b] = [oklabOf(simulateVision(one, sight)), oklabOf(simulateVision(other, sight))]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

type Triple = [number, number, number]
type Matrix = [Triple, Triple, Triple]

// Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB.
const colourVisions = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
} satisfies Record<string, Matrix>

function simulateVision(colour: string, sight: ColourVision): Triple {
  return multiply(colourVisions[sight], linearOf(colour)).map((part) => Math.min(1, Math.max(0, part))) as Triple
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = linearOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linearOf(colour: string): Triple {
  return [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Triple
}

function oklabOf(linear: Triple): Triple {
  const cones: Matrix = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ]
  const axes: Matrix = [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ]
  return multiply(axes, multiply(cones, linear).map(Math.cbrt) as Triple)
}

function multiply(matrix: Matrix, [x, y, z]: Triple): Triple {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple
}
