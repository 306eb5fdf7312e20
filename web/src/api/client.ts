// Requests to the server, typed by its OpenAPI page: a path, a body or an answer that does not exist there
// does not compile here.

import { t } from "../i18n";
import type { paths } from "../../schema";
import { isGone, isThere } from "./presence.svelte";

type Method = "get" | "post" | "put" | "delete";
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
type Operation<M extends Method, P extends keyof paths> = NonNullable<paths[P][M & keyof paths[P]]>;
type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? { body: B }
  : { body?: never };
type InPath<O> = O extends { parameters: { path: infer V } } ? { path: V } : { path?: never };
type Query<O> = O extends { parameters: { query?: infer V } } ? { query?: V } : { query?: never };
type Json<R> = R extends { content: { "application/json": infer A } } ? A : undefined;
type Answer<O> = O extends { responses: infer R }
  ? R extends { 200: infer A }
    ? Json<A>
    : R extends { 201: infer A }
      ? Json<A>
      : undefined
  : undefined;

/** What the server refused, in its own sentence. */
export class ServerError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export async function call<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  request: Body<Operation<M, P>> & InPath<Operation<M, P>> & Query<Operation<M, P>>,
): Promise<Answer<Operation<M, P>>> {
  const response = await send(method, address(path, request.path, request.query), request.body);
  if (!response.ok) throw new ServerError(await sentenceOf(response), response.status);
  if (response.status === 204) return undefined as Answer<Operation<M, P>>;
  return (await response.json()) as Answer<Operation<M, P>>;
}

async function send(method: Method, url: string, body: unknown): Promise<Response> {
  const hasBody = body !== undefined;
  try {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: hasBody ? { "content-type": "application/json" } : {},
      body: hasBody ? JSON.stringify(body) : null,
    });
    isThere();
    return response;
  } catch {
    isGone();
    throw new ServerError(t("error.unreachable"), 0);
  }
}

async function sentenceOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // Not our server's way to refuse: the number must do.
  }
  return t("error.status", { status: response.status });
}

function address(path: string, values: object = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((values as Record<string, unknown>)[name])),
  );
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (entries.length === 0) return filled;
  return `${filled}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
