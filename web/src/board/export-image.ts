// Images of positions as SVG and PNG. The colors do not depend on the page's theme.

import { squaresOf, writeFen, type Move, type Position, type Side, type Square } from "../rules";
import { CELL, Geometry, isDark, type Point } from "./geometry";
import { AMAZON, BURNED, burnedRotation, type Stroke } from "./piece-paths";

interface ImageOptions {
  readonly flipped?: boolean;
  readonly coordinates?: boolean;
  readonly lastMove?: Move | null;
}

const COLORS = {
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
} as const;

export function boardSvg(position: Position, options: ImageOptions = {}): string {
  const { flipped = false, coordinates = true, lastMove = null } = options;
  const geometry = new Geometry(position.size, flipped, coordinates);
  const { width, height } = geometry;
  const parts = [
    `<rect width="${width}" height="${height}" rx="18" fill="${COLORS.frame}"/>`,
    ...(coordinates ? coordinateTexts(geometry) : []),
    ...squares(geometry),
    ...(lastMove ? lastMoveTints(geometry, lastMove) : []),
    ...position.squaresWith("burned").map((square) => translate(geometry.corner(square), burned(square))),
    ...(lastMove ? lastMoveLines(geometry, lastMove) : []),
    ...(["black", "white"] as const).flatMap((side) =>
      position.squaresWith(side).map((square) => translate(geometry.corner(square), amazon(side))),
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

function squares(geometry: Geometry): string[] {
  return squaresOf(geometry.size).map((square) =>
    tile(geometry.corner(square), isDark(square) ? COLORS.dark : COLORS.light),
  );
}

function tile({ x, y }: Point, fill: string, attributes = ""): string {
  return `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${fill}" shape-rendering="crispEdges"${attributes}/>`;
}

function coordinateTexts(geometry: Geometry): string[] {
  const style = `fill="${COLORS.coordinates}" font-family="sans-serif" font-size="23" text-anchor="middle" dominant-baseline="central"`;
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

function lastMoveTints(geometry: Geometry, { from, to }: Move): string[] {
  return [from, to].map((square) => tile(geometry.corner(square), COLORS.lastMove, ' opacity="0.38"'));
}

function lastMoveLines(geometry: Geometry, { from, to, arrow }: Move): string[] {
  const line = (start: Point, end: Point, stroke: string, attributes: string) =>
    `<path d="M${start.x} ${start.y} L${end.x} ${end.y}" stroke="${stroke}" stroke-linecap="round" opacity="0.55" ${attributes}/>`;
  const [start, middle, end] = [geometry.center(from), geometry.center(to), geometry.center(arrow)];
  return [
    line(start, middle, COLORS.amazonPath, 'stroke-width="7"'),
    line(middle, end, COLORS.arrowPath, 'stroke-width="5" stroke-dasharray="8 11"'),
  ];
}

function stroke({ path, width }: Stroke, color: string): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function amazon(side: Side): string {
  const { fill, edge, crest, detail } = COLORS[side];
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

function burned(square: Square): string {
  const body = `<path d="${BURNED.body}" fill="${COLORS.burned}" stroke="${COLORS.burnedEdge}" stroke-width="3"/>`;
  const rotation = `rotate(${burnedRotation(square)} ${CELL / 2} ${CELL / 2})`;
  return `<g transform="${rotation}">${body}${stroke(BURNED.embers, COLORS.ember)}</g>`;
}
