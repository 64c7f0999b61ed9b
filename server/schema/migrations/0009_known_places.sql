-- A browser is known at each network it was used from: whoever moves on with it is still known where they were before.
ALTER TABLE known_devices DROP CONSTRAINT known_device_token_taken;
ALTER TABLE known_devices ADD CONSTRAINT known_place_taken UNIQUE (user_id, token_hash, network);
