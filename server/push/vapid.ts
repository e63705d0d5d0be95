import webPush from "web-push";
import type { Database } from "../store/database.ts";

/** The key pair by which push services know this server (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Returns the keys. They are created at the first start and kept in the store: subscriptions are bound to them. */
export function getVapidKeys(db: Database): VapidKeys {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  db.prepare("INSERT INTO settings (key, value) VALUES ('vapid', ?) ON CONFLICT DO NOTHING").run(
    `${publicKey} ${privateKey}`,
  );
  const row = db.prepare<{ value: string }>("SELECT value FROM settings WHERE key = 'vapid'").get();
  const [kept = "", secret = ""] = row?.value.split(" ") ?? [];
  return { publicKey: kept, privateKey: secret };
}
