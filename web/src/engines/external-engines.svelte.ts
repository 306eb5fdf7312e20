// External engines of the server.

import { request } from "../api/client";
import type { ExternalEngine, NewExternalEngine } from "../api/types";
import { serverInfo } from "../play/server-info.svelte";
import { toastError } from "../shell/toasts.svelte";

/** Null until loaded. */
export const externalEngines = $state<{ list: readonly ExternalEngine[] | null }>({ list: null });

let isRequested = false;

/** Loads them once, if the server allows them; call it in an effect. */
export function loadExternalEngines(): void {
  if (isRequested || !serverInfo.server?.programs) return;
  isRequested = true;
  request("get", "/api/v1/programs", {}).then(
    (answer) => (externalEngines.list = answer.programs),
    toastError,
  );
}

const others = (id: number) => (externalEngines.list ?? []).filter((engine) => engine.id !== id);

export async function addEngine(body: NewExternalEngine): Promise<ExternalEngine> {
  const engine = await request("post", "/api/v1/programs", { body });
  externalEngines.list = [...others(engine.id), engine];
  return engine;
}

export async function renameEngine(id: number, name: string): Promise<void> {
  const renamed = await request("put", "/api/v1/programs/{id}", { path: { id }, body: { name } });
  externalEngines.list = (externalEngines.list ?? []).map((engine) => (engine.id === id ? renamed : engine));
}

export async function removeEngine(id: number): Promise<void> {
  await request("delete", "/api/v1/programs/{id}", { path: { id } });
  externalEngines.list = others(id);
}
