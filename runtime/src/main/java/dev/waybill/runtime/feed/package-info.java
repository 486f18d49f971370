/// What is committed, as it comes, for any number of readers in this process. One thread asks the store, whoever reads.
@NullMarked
package dev.waybill.runtime.feed;

import org.jspecify.annotations.NullMarked;
