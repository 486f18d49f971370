/// What an operator says about models: providers, keys by reference, classes, prices, budgets.
@NullMarked
package dev.waybill.agents.model.config;

import org.jspecify.annotations.NullMarked;
