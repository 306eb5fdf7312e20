// Images of positions as SVG and PNG.

import { squaresOf, writeFen, type Move, type Position, type Side, type Square } from "../rules";
import { CELL, Geometry, isDark, type Point } from "./geometry";
import { AMAZON, BURNED, burnedRotation, type Stroke } from "./piece-paths";

interface ImageOptions {
  readonly flipped?: boolean;
  readonly coordinates?: boolean;
  readonly lastMove?: Move | null;
  readonly colors?: ImageColors;
}

/** Colors of an image outside of the page, whatever the theme. */
const FIXED_COLORS = {
  frame: "#2f4f4a",
  coordinates: "#dbe8e1",
  light: "#dfe8df",
  dark: "#bdd0c4",
  lastMove: "#f0be46",
  amazonPath: "#7a5c0a",
  arrowPath: "#b2460e",
  burned: "#4b4542",
  burnedEdge: "#2f2a28",
  ember: "#ff8a3d",
  white: { fill: "#fffaf0", edge: "#23302f", crest: "#e9a13b", detail: "#23302f" },
  black: { fill: "#27313a", edge: "#0a0f12", crest: "#4f9fd0", detail: "#a9c1d1" },
};

type ImageColors = typeof FIXED_COLORS;

/** Colors of an image within the page, which follow its theme. */
export const THEME_COLORS: ImageColors = {
  frame: "var(--frame)",
  coordinates: "var(--frame-ink)",
  light: "var(--square-light)",
  dark: "var(--square-dark)",
  lastMove: "var(--last)",
  amazonPath: "var(--past-step)",
  arrowPath: "var(--past-shot)",
  burned: "var(--stone)",
  burnedEdge: "var(--stone-edge)",
  ember: "var(--ember)",
  white: {
    fill: "var(--white-fill)",
    edge: "var(--white-edge)",
    crest: "var(--white-crest)",
    detail: "var(--white-edge)",
  },
  black: {
    fill: "var(--black-fill)",
    edge: "var(--black-edge)",
    crest: "var(--black-crest)",
    detail: "var(--black-detail)",
  },
};

export function boardSvg(position: Position, options: ImageOptions = {}): string {
  const { flipped = false, coordinates = true, lastMove = null, colors = FIXED_COLORS } = options;
  const geometry = new Geometry(position.size, flipped, coordinates);
  const { width, height } = geometry;
  const parts = [
    `<rect width="${width}" height="${height}" rx="18" fill="${colors.frame}"/>`,
    ...(coordinates ? coordinateTexts(geometry, colors) : []),
    ...squares(geometry, colors),
    ...(lastMove ? lastMoveTints(geometry, lastMove, colors) : []),
    ...position
      .squaresWith("burned")
      .map((square) => translate(geometry.corner(square), burned(square, colors))),
    ...(lastMove ? lastMoveLines(geometry, lastMove, colors) : []),
    ...(["black", "white"] as const).flatMap((side) =>
      position.squaresWith(side).map((square) => translate(geometry.corner(square), amazon(colors[side]))),
    ),
  ];
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const title = `<title>${writeFen(position)}</title>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${title}${parts.join("")}</svg>`;
}

/** The SVG as a data URL. */
export function boardImage(position: Position, options?: ImageOptions): string {
  return `data:image/svg+xml,${encodeURIComponent(boardSvg(position, options))}`;
}

export async function boardPng(position: Position, options?: ImageOptions): Promise<Blob> {
  const image = new Image();
  image.src = boardImage(position, options);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be drawn.")))),
  );
}

function translate({ x, y }: Point, drawing: string): string {
  return `<g transform="translate(${x} ${y})">${drawing}</g>`;
}

function squares(geometry: Geometry, colors: ImageColors): string[] {
  return squaresOf(geometry.size).map((square) =>
    tile(geometry.corner(square), isDark(square) ? colors.dark : colors.light),
  );
}

function tile({ x, y }: Point, fill: string, attributes = ""): string {
  return `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${fill}" shape-rendering="crispEdges"${attributes}/>`;
}

function coordinateTexts(geometry: Geometry, colors: ImageColors): string[] {
  const style = `fill="${colors.coordinates}" font-family="sans-serif" font-size="23" text-anchor="middle" dominant-baseline="central"`;
  const text = (x: number, y: number, content: string) =>
    `<text x="${x}" y="${y}" ${style}>${content}</text>`;
  const all = squaresOf(geometry.size);
  const letters = all
    .slice(0, geometry.size.width)
    .map((square) => text(geometry.center(square).x, geometry.letters, square[0]));
  const numbers = all
    .filter((square) => square[0] === "a")
    .map((square) => text(geometry.numbers, geometry.center(square).y, square.slice(1)));
  return [...letters, ...numbers];
}

function lastMoveTints(geometry: Geometry, { from, to }: Move, colors: ImageColors): string[] {
  return [from, to].map((square) => tile(geometry.corner(square), colors.lastMove, ' opacity="0.38"'));
}

function lastMoveLines(geometry: Geometry, { from, to, arrow }: Move, colors: ImageColors): string[] {
  const line = (start: Point, end: Point, stroke: string, attributes: string) =>
    `<path d="M${start.x} ${start.y} L${end.x} ${end.y}" stroke="${stroke}" stroke-linecap="round" opacity="0.55" ${attributes}/>`;
  const [start, middle, end] = [geometry.center(from), geometry.center(to), geometry.center(arrow)];
  return [
    line(start, middle, colors.amazonPath, 'stroke-width="7"'),
    line(middle, end, colors.arrowPath, 'stroke-width="5" stroke-dasharray="8 11"'),
  ];
}

function stroke({ path, width }: Stroke, color: string): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function amazon({ fill, edge, crest, detail }: ImageColors[Side]): string {
  const body = (path: string, color: string) =>
    `<path d="${path}" fill="${color}" stroke="${edge}" stroke-width="3.5" stroke-linejoin="round"/>`;
  return [
    stroke({ ...AMAZON.bow, width: AMAZON.bow.width + 5 }, edge),
    stroke(AMAZON.bow, crest),
    stroke(AMAZON.string, edge),
    body(AMAZON.cloak, fill),
    body(AMAZON.head, fill),
    body(AMAZON.crest, crest),
    stroke(AMAZON.visor, detail),
    stroke(AMAZON.hem, detail),
  ].join("");
}

function burned(square: Square, colors: ImageColors): string {
  const body = `<path d="${BURNED.body}" fill="${colors.burned}" stroke="${colors.burnedEdge}" stroke-width="3"/>`;
  const rotation = `rotate(${burnedRotation(square)} ${CELL / 2} ${CELL / 2})`;
  return `<g transform="${rotation}">${body}${stroke(BURNED.embers, colors.ember)}</g>`;
}
