package dev.waybill.agents.http;

import dev.waybill.agents.http.HttpNode.BadRequest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How a list's pages follow each other.
enum Pages {
    /// Each page names the cursor of the next.
    CURSOR {
        @Override
        URI first(URI url, JsonObject config, JsonObject inputs) throws BadRequest {
            Optional<String> start = inputs.string("startCursor");
            return start.isEmpty() ? url : with(url, "cursor=" + Building.encoded(start.get()));
        }

        @Override
        @Nullable
        URI next(URI url, JsonObject config, JsonObject inputs, Sending.Answer page, int count) throws BadRequest {
            JsonValue cursor = at(page, config.string("cursorPath").orElse("nextCursor"));
            if (cursor == null
                    || cursor instanceof JsonNull
                    || (cursor instanceof JsonString(var text) && text.isEmpty())) {
                return null;
            }
            return with(url, "cursor=" + Building.encoded(Building.plain(cursor)));
        }
    },
    /// Each page begins where the one before ended; a short one is the last.
    OFFSET {
        @Override
        URI first(URI url, JsonObject config, JsonObject inputs) throws BadRequest {
            return page(url, config, HttpNode.number(inputs, "startOffset", 0));
        }

        @Override
        @Nullable
        URI next(URI url, JsonObject config, JsonObject inputs, Sending.Answer page, int count) throws BadRequest {
            JsonValue items = page.body() instanceof JsonArray
                    ? page.body()
                    : at(page, config.string("itemsPath").orElse("items"));
            long size = HttpNode.number(config, "pageSize", USUAL_SIZE);
            boolean last = !(items instanceof JsonArray all) || all.size() < size;
            return last ? null : page(url, config, HttpNode.number(inputs, "startOffset", 0) + count * size);
        }

        private URI page(URI url, JsonObject config, long offset) throws BadRequest {
            return with(url, "offset=%d&limit=%d".formatted(offset, HttpNode.number(config, "pageSize", USUAL_SIZE)));
        }
    },
    /// Each page's `Link` header names the next.
    LINK {
        @Override
        URI first(URI url, JsonObject config, JsonObject inputs) {
            return url;
        }

        @Override
        @Nullable
        URI next(URI url, JsonObject config, JsonObject inputs, Sending.Answer page, int count) throws BadRequest {
            Matcher link = NEXT.matcher(page.headers().getOrDefault("link", ""));
            return link.find() ? Building.parsed(url.resolve(link.group(1)).toString()) : null;
        }
    };

    static final int MOST = 100;
    private static final long USUAL_SIZE = 50;
    private static final Pattern NEXT = Pattern.compile("<([^>\\s]{1,2048})>\\s*;[^,]{0,200}?rel=\"?next\"?");

    abstract URI first(URI url, JsonObject config, JsonObject inputs) throws BadRequest;

    /// Null after the last.
    abstract @Nullable URI next(URI url, JsonObject config, JsonObject inputs, Sending.Answer page, int count)
            throws BadRequest;

    private static @Nullable JsonValue at(Sending.Answer page, String path) {
        JsonValue value = page.body();
        for (String step : path.split("\\.", -1)) {
            value = value instanceof JsonObject object ? object.get(step) : null;
        }
        return value;
    }

    private static URI with(URI url, String query) throws BadRequest {
        return Building.parsed(url + (url.getRawQuery() == null ? "?" : "&") + query);
    }
}
